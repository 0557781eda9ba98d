import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  outputFileTracingRoot: root,
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
}
