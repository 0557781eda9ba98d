import { getTranslations } from 'next-intl/server'
import type { RevealedQuestion } from '@/lib/attempt/view'
import { Icon } from '../ui/icon'
import { signs } from './verdict-line'

/** Every question of a result by number, with how it went: the way into a long page. */
export async function ResultIndex({ questions }: { questions: readonly RevealedQuestion[] }) {
  const t = await getTranslations('attempt')
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2 text-sm">
      {questions.map(({ position, verdict }) => (
        <li key={position}>
          <a
            href={`#question-${position}`}
            className="flex min-h-11 items-center justify-center gap-1.5 rounded-control border border-line text-ink tabular-nums no-underline hover:border-accent"
          >
            <Icon name={signs[verdict].icon} className={signs[verdict].className} />
            {position}
            <span className="sr-only"> {t(`outcome.${verdict}`)}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}
