const withPolicy = (sources) => (source) => ({
  source,
  headers: [
    { key: 'content-security-policy', value: `default-src ${sources}; frame-ancestors 'none'` },
    { key: 'x-content-type-options', value: 'nosniff' },
  ],
})

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  typedRoutes: true,
  poweredByHeader: false,
  // `npm run types` checks the whole tree; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  productionBrowserSourceMaps: false,
  // Titles and icons stand in the head of every page, also for browsers without scripts.
  htmlLimitedBots: /./,
  // What proxy.ts does not see: no page of ours, so that nothing in it may run.
  headers: async () => [
    withPolicy("'none'")('/:first(api|_next|assets|favicon.ico|robots.txt)/:path*'),
    // The last of several for one address holds, whatever a route says: what people upload does nothing, opened by itself too.
    withPolicy("'none'; sandbox")('/assets/images/:path*'),
    // It fetches pages by itself.
    withPolicy("'self'")('/service-worker.js'),
  ],
  // Browsers ask for it where a page names no icon.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // A quiz is imported from a page for each language, of 5 MB at most each.
  experimental: { serverActions: { bodySizeLimit: '25mb' }, proxyClientMaxBodySize: '25mb' },
  serverExternalPackages: ['@node-rs/argon2'],
}
