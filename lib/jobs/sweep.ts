import { actAs, operator } from '../access/viewer'
import { endOverdueAttempts } from '../attempt/commands/end-attempt'
import { queueMails } from '../mail/commands/queue-mails'
import { sendMails } from '../mail/commands/send-mails'
import { recordEndedHours } from '../question/commands/record-ended-hours'
import { publishDueQuizzes } from '../quiz/commands/publish-quiz'
import { keepRevealedReviews } from '../review/commands/keep-revealed'
import { every, type Job } from './every'

/** An overdue attempt must be closed within a minute: this leaves room for a sweep that finds the database away. */
const SWEEP_MS = 15_000

/**
 * Ends overdue attempts all the time, puts what has been revealed since into the review queues, publishes quizzes whose
 * time has come, puts what was written into the audit trail, and sends reminders and digests. Every process of every replica does so: each takes what
 * the others have not taken, and any one of them is enough. A sweep takes all there are, since a whole course may have
 * begun its exam in the same minute.
 */
export function startSweeping(milliseconds: number = SWEEP_MS): Job {
  const sweep = (what: string, work: (limit: number) => Promise<number>) =>
    every(milliseconds, what, () => actAs(operator, () => work(Number.POSITIVE_INFINITY)))
  const jobs = [
    sweep('ending overdue attempts', endOverdueAttempts),
    sweep('queueing revealed answers for review', keepRevealedReviews),
    sweep('publishing quizzes whose time has come', publishDueQuizzes),
    sweep('recording what was written', recordEndedHours),
    sweep('queueing mails', queueMails),
    sweep('sending mails', sendMails),
  ]
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
