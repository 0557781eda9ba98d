import { GUARD } from '@/lib/access/guard'
import type { Right } from '@/lib/access/rights'

/** A function through which the outside reads or changes something. */
export type FoundDoor = {
  /** File below lib and name of the export, for example `quiz/queries.ts listQuizzes`. */
  name: string
  call: (...args: never[]) => unknown
  /** The right that stands before it; undefined when nothing does. */
  right: Right | 'public' | undefined
}

const modules = {
  ...import.meta.glob<Record<string, unknown>>('/lib/*/{queries,commands}*.ts', { eager: true }),
  ...import.meta.glob<Record<string, unknown>>('/lib/*/{queries,commands}*/**/*.ts', { eager: true }),
  // Command code of the exchange: what writes for the command line and the start.
  ...import.meta.glob<Record<string, unknown>>('/lib/exchange/content.ts', { eager: true }),
  ...import.meta.glob<Record<string, unknown>>('/lib/exchange/import*/**/import-{pages,content}.ts', { eager: true }),
}

/** Files in which doors stand. */
export const doorFiles = Object.keys(modules).sort()

/** Every exported function of every query and command file. */
export const foundDoors: FoundDoor[] = Object.entries(modules)
  .flatMap(([file, exports]) =>
    Object.entries(exports).flatMap(([name, value]) =>
      typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value))
        ? [
            {
              name: `${file.replace('/lib/', '')} ${name}`,
              call: value as FoundDoor['call'],
              right: (value as { [GUARD]?: Right | 'public' })[GUARD],
            },
          ]
        : [],
    ),
  )
  .sort((a, b) => a.name.localeCompare(b.name))
