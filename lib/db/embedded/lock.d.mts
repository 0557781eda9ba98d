export type Held = { pid: number; birth: string | null } & Record<string, unknown>
export function isAlive(pid: number): boolean
export function birthMark(pid: number): string | null
export function lockFileOf(folder: string): string
export function holderOf(file: string): Held | null
export function takeLock(
  file: string,
  about?: Record<string, unknown>,
): { release(): void; holder?: never } | { holder: Held; release?: never }
