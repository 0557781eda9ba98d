// Keeps the pages of a running attempt, so that it can be read and answered without a connection. The network always
// comes first; what is kept here is shown only when nothing answers.
const PAGES = 'pages'
/** Figures and images of the pages of one attempt. */
const IMAGES = 'images-'
const QUESTION = /^\/[\w-]+\/attempts\/([0-9a-f-]{36})\/(?:\d+|finish)$/
const RESULT = /^\/[\w-]+\/attempts\/([0-9a-f-]{36})\/result$/
const IMAGE = /^\/assets\//
const SIGN_IN = /^\/[\w-]+\/sign-in$/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  // Scripts and styles never change under their names, so that the browser's own cache has them.
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(page(event, url))
  else if (request.destination === 'image' && IMAGE.test(url.pathname)) event.respondWith(image(request))
})

// A page asks for others to be kept: questions not yet looked at, and what is shown when a page is not there.
self.addEventListener('message', ({ data }) => {
  if (Array.isArray(data?.keep)) void keep(data.keep)
})

/** Addresses without what follows the path: a page of an attempt is the same with and without a notice. */
const keyOf = (url) => url.origin + url.pathname

async function page(event, url) {
  try {
    const response = await fetch(event.request)
    if (response.ok && QUESTION.test(url.pathname)) {
      const copy = response.clone()
      await put(keyOf(url), response.clone())
      // The page does not wait for them.
      event.waitUntil(keepImages(url, copy))
    }
    // What is over, and whoever has gone, leaves nothing behind.
    const [, ended] = RESULT.exec(url.pathname) ?? []
    if (response.ok && ended) await forget(ended)
    if (response.ok && SIGN_IN.test(url.pathname)) await forget()
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
      if (!response.ok || response.redirected) continue
      await put(keyOf(url), response.clone())
      await keepImages(url, response)
    } catch {
      return
    }
  }
}

async function image(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

async function put(key, response) {
  await (await caches.open(PAGES)).put(key, response)
}

/** What a page of an attempt shows is kept with it. An image that does not come now is no reason to lose the page. */
async function keepImages(url, response) {
  const [, attempt] = QUESTION.exec(url.pathname) ?? []
  const shown = attempt ? (await response.text()).matchAll(/<img\b[^>]*?\ssrc="(\/assets\/[^"]+)"/g) : []
  for (const source of new Set([...shown].map(([, source]) => source))) {
    const images = await caches.open(IMAGES + attempt)
    if (!(await images.match(source))) await images.add(source).catch(() => {})
  }
}

/** Drops what is kept of one attempt, or of all of them. */
async function forget(attempt = '') {
  const pages = await caches.open(PAGES)
  for (const request of await pages.keys()) {
    const [, of] = QUESTION.exec(new URL(request.url).pathname) ?? []
    if (of?.startsWith(attempt)) await pages.delete(request)
  }
  for (const name of await caches.keys()) if (name.startsWith(IMAGES + attempt)) await caches.delete(name)
}
