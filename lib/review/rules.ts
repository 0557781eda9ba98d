import { fsrs, Rating } from 'ts-fsrs'
import { addDays, daysBetween } from '../i18n/calendar'

/** How many questions one review asks: about five minutes at half a minute each. */
export const REVIEW_QUESTIONS = 10

/** How long so many questions take, in whole minutes. */
export const minutesFor = (questions: number): number => Math.max(1, Math.round(questions / 2))

export type ReviewRating = 'again' | 'hard' | 'good'

/** What is known of how well one person remembers one question. Days are ISO dates in the person's own calendar. */
export type Card = {
  dueOn: string
  /** Days after which it is recalled with a chance of 90 %. */
  stability: number
  /** From 1 to 10. */
  difficulty: number
  reps: number
  lapses: number
  lastRatedOn: string
}

// Whole days only, since no more than one answer a day counts, and without chance, so that a card can be recomputed.
const scheduler = fsrs({ request_retention: 0.9, maximum_interval: 365, enable_fuzz: false, enable_short_term: false })

const grades = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good } as const

/**
 * What an answer says of memory. A right answer of which nothing was said counts as sure; "easy" is never given, since
 * one of a few options may have been guessed.
 */
export function ratingOf(isRight: boolean, confidence: 'sure' | 'unsure' | null): ReviewRating {
  if (!isRight) return 'again'
  return confidence === 'unsure' ? 'hard' : 'good'
}

/**
 * The card after one more answer, by FSRS-6 as ts-fsrs has it (https://github.com/open-spaced-repetition/ts-fsrs).
 *
 * @param before null for the first answer
 * @param day of the answer; one before the last (someone flew west) counts as the last
 */
export function nextCard(before: Card | null, rating: ReviewRating, day: string): Card {
  const ratedOn = before && before.lastRatedOn > day ? before.lastRatedOn : day
  const elapsed = before ? daysBetween(before.lastRatedOn, ratedOn) : 0
  const memory = before && { stability: before.stability, difficulty: before.difficulty }
  const { stability, difficulty } = scheduler.next_state(memory, elapsed, grades[rating])
  return {
    dueOn: addDays(ratedOn, scheduler.next_interval(stability, elapsed)),
    stability,
    difficulty,
    reps: (before?.reps ?? 0) + 1,
    lapses: (before?.lapses ?? 0) + (before && rating === 'again' ? 1 : 0),
    lastRatedOn: ratedOn,
  }
}
