import { defineConfig } from 'prisma/config'

// `generate` asks for the schema engine, which it does not run: any existing file keeps it from being downloaded.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: 'prisma/schema' })
