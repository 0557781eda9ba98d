import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)) }
const project = (name: string, more: object = {}) => ({
  resolve: { alias },
  test: { name, include: [`tests/${name}/**/*.test.ts`], environment: 'node', ...more },
})

export default defineConfig({
  test: {
    projects: [
      // A limit for hangs, not a measure: nothing here waits. Files share the modules that they load, since none keeps state.
      project('unit', { testTimeout: 60_000, isolate: false }),
      project('architecture', { testTimeout: 120_000 }),
      project('data', {
        globalSetup: 'tests/data/global-setup.ts',
        hookTimeout: 60_000,
        testTimeout: 30_000,
        // Each file has a database of its own and leaves nothing behind, so that modules need loading once.
        isolate: false,
      }),
      project('e2e', {
        globalSetup: 'tests/e2e/global-setup.ts',
        hookTimeout: 120_000,
        testTimeout: 120_000,
        maxWorkers: 1,
        // One product and one browser serve all files, which would otherwise load everything anew for each.
        isolate: false,
        expect: { poll: { timeout: 15_000 } },
      }),
      project('faults', { hookTimeout: 300_000, testTimeout: 1_800_000, maxWorkers: 1 }),
    ],
  },
})
