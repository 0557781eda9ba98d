// Run as a process of its own by tests of several at once: one application process, which does what it is told.
import { actAs, operator, type Viewer } from '../../lib/access/viewer'
import { endOverdueAttempts, submitAttempt } from '../../lib/attempt/commands/end-attempt'
import { saveAnswer } from '../../lib/attempt/commands/save-answer'
import { startAttempt } from '../../lib/attempt/commands/start-attempt'
import type { AnswerPlace, PlainChoice, SaveOutcome, StartOutcome, SubmitOutcome } from '../../lib/attempt/schema'
import { queueMails } from '../../lib/mail/commands/queue-mails'
import { sendMails } from '../../lib/mail/commands/send-mails'

/** What the process can do, with what comes of it. */
export type Calls = {
  start: { input: { slug: string }; outcome: StartOutcome }
  save: { input: { place: AnswerPlace; choice: PlainChoice }; outcome: SaveOutcome }
  submit: { input: { attemptId: string }; outcome: SubmitOutcome }
  sweep: { input: Record<string, never>; outcome: number }
  queueMails: { input: Record<string, never>; outcome: number }
  sendMails: { input: Record<string, never>; outcome: number }
}
export type Order = {
  [Name in keyof Calls]: { id: number; viewer: Viewer; name: Name; input: Calls[Name]['input'] }
}[keyof Calls]
export type Report = { id: number; outcome: unknown } | { id: number; error: string }

function run(order: Order): Promise<unknown> {
  switch (order.name) {
    case 'start':
      return actAs(order.viewer, () => startAttempt({ ...order.input, mode: 'exam', uiLocale: 'en' }))
    case 'save':
      return actAs(order.viewer, () => saveAnswer(order.input.place, order.input.choice))
    case 'submit':
      return actAs(order.viewer, () => submitAttempt(order.input.attemptId))
    case 'sweep':
      return actAs(operator, () => endOverdueAttempts())
    case 'queueMails':
      return actAs(operator, () => queueMails())
    case 'sendMails':
      return actAs(operator, () => sendMails())
  }
}

const report = (message: Report) => process.send?.(message)

process.on('message', (order: Order) => {
  run(order).then(
    (outcome) => report({ id: order.id, outcome }),
    (error) => report({ id: order.id, error: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit())
