import type { UiLocale } from './locales'
import type messages from './messages/en.json'

declare module 'next-intl' {
  interface AppConfig {
    Locale: UiLocale
    Messages: typeof messages
  }
}
