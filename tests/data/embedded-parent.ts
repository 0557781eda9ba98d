// Run as a process of its own by the tests that kill it: starts the built-in PostgreSQL, says where, and stays.
import { startEmbedded } from '../../lib/db/embedded/embedded'

startEmbedded({ folder: process.argv[2] ?? '', log: () => {} }).then(
  ({ url }) => {
    console.log(url)
    setInterval(() => {}, 60_000)
  },
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
