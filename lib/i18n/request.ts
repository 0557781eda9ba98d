import { getRequestConfig } from 'next-intl/server'
import { defaultUiLocale, isUiLocale } from './locales'

export default getRequestConfig(async ({ requestLocale }) => {
  const asked = await requestLocale
  const locale = asked && isUiLocale(asked) ? asked : defaultUiLocale
  return {
    locale,
    timeZone: 'UTC',
    messages: (await import(`./messages/${locale}.json`)).default,
  }
})
