// Keeps the pages of a running attempt, so that it can be read and answered without a connection. The network always
// comes first; what is kept here is shown only when nothing answers.
const PAGES = 'pages'
const QUESTION = /^\/[\w-]+\/attempts\/([0-9a-f-]{36})\/(?:\d+|finish)$/
const RESULT = /^\/[\w-]+\/attempts\/([0-9a-f-]{36})\/result$/
const SIGN_IN = /^\/[\w-]+\/sign-in$/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  // Scripts and styles never change under their names, so that the browser's own cache has them.
  if (request.method === 'GET' && request.mode === 'navigate') event.respondWith(page(request, url))
})

// A page asks for others to be kept: questions not yet looked at, and what is shown when a page is not there.
self.addEventListener('message', ({ data }) => {
  if (Array.isArray(data?.keep)) void keep(data.keep)
})

/** Addresses without what follows the path: a page of an attempt is the same with and without a notice. */
const keyOf = (url) => url.origin + url.pathname

async function page(request, url) {
  try {
    const response = await fetch(request)
    if (response.ok && QUESTION.test(url.pathname)) await put(keyOf(url), response.clone())
    // What is over, and whoever has gone, leaves nothing behind.
    const [, ended] = RESULT.exec(url.pathname) ?? []
    if (response.ok && ended) await forget((path) => path.includes(ended))
    if (response.ok && SIGN_IN.test(url.pathname)) await forget((path) => QUESTION.test(path))
    return response
  } catch (error) {
    const pages = await caches.open(PAGES)
    const [, locale] = url.pathname.split('/')
    const kept = (await pages.match(keyOf(url))) ?? (await pages.match(`${url.origin}/${locale}/offline`))
    if (kept) return kept
    throw error
  }
}

async function keep(addresses) {
  const pages = await caches.open(PAGES)
  for (const address of addresses) {
    const url = new URL(address, self.location.origin)
    if (await pages.match(keyOf(url))) continue
    try {
      const response = await fetch(url, { headers: { accept: 'text/html' } })
      if (response.ok && !response.redirected) await put(keyOf(url), response)
    } catch {
      return
    }
  }
}

async function put(key, response) {
  await (await caches.open(PAGES)).put(key, response)
}

async function forget(isGone) {
  const pages = await caches.open(PAGES)
  for (const request of await pages.keys()) if (isGone(new URL(request.url).pathname)) await pages.delete(request)
}
