/** Something the person at the terminal can mend: its message is a whole sentence and is shown without a stack trace. */
export class Refusal extends Error {
  override name = 'Refusal'
}
