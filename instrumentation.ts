/** Next calls this once in every server process, before the first request; never while it builds. */
export async function register(): Promise<void> {
  // Written so that a bundle for another runtime leaves the import out.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startSweeping } = await import('./lib/jobs/sweep')
    startSweeping()
  }
}
