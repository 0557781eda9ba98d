import createNextIntlPlugin from 'next-intl/plugin'

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts')

/** @type {import('next').NextConfig} */
const config = {
  output: 'standalone',
  typedRoutes: true,
  poweredByHeader: false,
  // `npm run types` checks the whole tree; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  productionBrowserSourceMaps: false,
  serverExternalPackages: ['@node-rs/argon2'],
}

export default withNextIntl(config)
