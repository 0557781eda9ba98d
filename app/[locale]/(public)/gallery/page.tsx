import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { AnswerNotes } from '@/components/attempt/answer-notes'
import { Explanation } from '@/components/attempt/explanation'
import { renderers } from '@/components/attempt/kinds'
import { OptionList } from '@/components/attempt/option-list'
import { Places } from '@/components/attempt/places'
import { VerdictLine } from '@/components/attempt/verdict-line'
import { MissedQuestions } from '@/components/progress/missed-questions'
import { NextStepBlock } from '@/components/progress/next-step'
import { PracticeDays } from '@/components/progress/practice-days'
import { TopicTable } from '@/components/progress/topic-table'
import { WeekTrend } from '@/components/progress/week-trend'
import { QuizStatus } from '@/components/quiz/quiz-status'
import { ReviewAction, ReviewFacts } from '@/components/review/todays-review'
import { Bar } from '@/components/ui/bar'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { SelectField, TextField } from '@/components/ui/field'
import { Icon, iconNames } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { questionKind } from '@/lib/attempt/schema'
import { readEnv } from '@/lib/env'
import { practiceCalendar, practiceWeeks } from '@/lib/progress/rules'
import { readLocale } from '../../reader'
import {
  daySamples,
  dueSample,
  missedSamples,
  openSample,
  placeSamples,
  quizSamples,
  revealedSample,
  reviewSamples,
  stepSamples,
  topicSamples,
} from './samples'

const words = { sample: 'Sample', hint: 'What to write here.', error: 'Something is wrong with it.' }
const today = '2026-12-01'
const verdicts = ['right', 'partly', 'wrong', 'blank', 'unscored'] as const

/** While developing: every component in every state, on one page. There is no such page in production. */
export default async function GalleryPage({ params }: PageProps<'/[locale]/gallery'>) {
  const locale = await readLocale(params)
  if (readEnv().NODE_ENV === 'production') notFound()
  return (
    <main id="main" className="mx-auto grid max-w-reading grid-cols-1 gap-12 px-4 py-10">
      <Part name="ui/button">
        <div className="flex flex-wrap gap-3">
          {(['primary', 'secondary', 'quiet'] as const).map((weight) => (
            <span key={weight} className="flex gap-3">
              <Button weight={weight}>{words.sample}</Button>
              <Button weight={weight} disabled>
                {words.sample}
              </Button>
            </span>
          ))}
        </div>
      </Part>
      <Part name="ui/field">
        <div className="grid max-w-md gap-4">
          <TextField id="plain" label={words.sample} />
          <TextField id="hinted" label={words.sample} hint={words.hint} />
          <TextField id="wrong" label={words.sample} hint={words.hint} error={words.error} defaultValue="x" />
          <SelectField id="choice" label={words.sample} error={words.error}>
            <option>{words.sample}</option>
          </SelectField>
        </div>
      </Part>
      <Part name="ui/notice">
        <div className="grid gap-3">
          {(['info', 'done', 'warning', 'error'] as const).map((tone) => (
            <Notice key={tone} tone={tone}>
              {words.error}
            </Notice>
          ))}
        </div>
      </Part>
      <Part name="ui/icon">
        {iconNames.map((name) => (
          <Icon key={name} name={name} className="me-4 size-6" />
        ))}
      </Part>
      <Part name="ui/bar">
        <div className="grid max-w-xs gap-3">
          <Bar parts={[]} />
          <Bar parts={[{ share: 0.4, tone: 'accent' }]} />
          <Bar
            parts={[
              { share: 0.5, tone: 'accent' },
              { share: 0.3, tone: 'control' },
            ]}
          />
        </div>
      </Part>
      <Part name="ui/disclosure">
        <Disclosure label={words.sample}>{words.hint}</Disclosure>
        <Disclosure label={words.sample} open>
          {words.hint}
        </Disclosure>
      </Part>
      {questionKind.options.map((kind) => {
        const { Open, Given } = renderers[kind]
        return (
          <Part key={kind} name={`attempt/kinds, ${kind}`}>
            <form className="grid gap-6">
              <Open question={openSample(kind)} locale={locale} />
              <Given question={openSample(kind)} locale={locale} />
              <AnswerNotes question={openSample(kind)} locale={locale} />
            </form>
          </Part>
        )
      })}
      {verdicts.map((verdict) => (
        <Part key={verdict} name={`attempt/option-list, verdict-line, explanation: ${verdict}`}>
          <div className="grid grid-cols-1 gap-5">
            <OptionList question={revealedSample(verdict)} locale={locale} />
            <VerdictLine question={revealedSample(verdict)} locale={locale} />
            {verdict === 'right' && <Explanation question={revealedSample(verdict)} locale={locale} />}
          </div>
        </Part>
      ))}
      <Part name="attempt/places">
        <form>
          <Places places={placeSamples} current={7} base="" locale={locale} />
        </form>
      </Part>
      <Part name="progress/topic-table">
        <TopicTable topics={topicSamples} locale={locale} />
      </Part>
      <Part name="progress/next-step">
        <div className="grid gap-8">
          {stepSamples.map(({ step, quizzes }) => (
            <NextStepBlock
              key={`${step.kind} ${quizzes.length}`}
              step={step}
              quizzes={quizzes}
              review={dueSample}
              locale={locale}
            />
          ))}
        </div>
      </Part>
      <Part name="progress/week-trend">
        <div className="grid grid-cols-1 gap-8">
          <WeekTrend weeks={practiceWeeks(daySamples, today)} locale={locale} />
          <WeekTrend weeks={practiceWeeks([], today)} locale={locale} />
        </div>
      </Part>
      <Part name="progress/practice-days">
        <PracticeDays weeks={practiceCalendar(daySamples, today)} streak={6} locale={locale} />
      </Part>
      <Part name="progress/missed-questions">
        <MissedQuestions questions={missedSamples} locale={locale} />
        <MissedQuestions questions={[]} locale={locale} />
      </Part>
      <Part name="review/todays-review">
        <div className="grid gap-8">
          {reviewSamples.map((review) => (
            <div key={`${review.due} ${review.nextDueOn}`}>
              <ReviewFacts review={review} locale={locale} />
              <ReviewAction review={review} locale={locale} weight="secondary" />
            </div>
          ))}
        </div>
      </Part>
      <Part name="quiz/quiz-status">
        {quizSamples.map((quiz) => (
          <QuizStatus key={`${quiz.open?.answered} ${quiz.past[0]?.passed}`} quiz={quiz} locale={locale} />
        ))}
      </Part>
    </main>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 border-b border-line pb-1 font-mono text-sm text-soft">{name}</h2>
      {children}
    </section>
  )
}
