import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { publicKeyHex } from '#keys/seal/ed25519.ts'
import { signRelease, type UnsignedFile, type UnsignedRelease } from '#app/updates/release.ts'
import { startLoopbackServer } from './loopback-server.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

export type ReleaseServer = {
  /** As GitHub's page of releases. */
  readonly url: string
  /** The project's only public key, hex. */
  readonly keys: readonly string[]
  /** What a checkout is given to use this server. */
  readonly env: Readonly<Record<string, string>>
  /** Publishes the newest release, with these files. */
  readonly publish: (
    version: string,
    files: readonly (Omit<UnsignedFile, 'bytes' | 'sha512'> & { readonly content: Uint8Array })[],
    options?: { readonly notes?: string; readonly signedBy?: KeyObject },
  ) => void
  /** What is sent in place of the feed, or of the next file. */
  feed: Answer | undefined
  file: Answer | undefined
  /** Paths with the range that was asked for. */
  readonly asked: string[]
  readonly close: () => Promise<void>
}

/** A page of releases on this computer, with a key of its own. */
export const startReleaseServer = async (): Promise<ReleaseServer> => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const files = new Map<string, Uint8Array>()
  let newest: string | undefined
  const server = await startLoopbackServer((_request, request, response) => {
    const path = request.url ?? ''
    state.asked.push([path, request.headers.range].filter(Boolean).join(' '))
    if (path === '/releases/latest/download/release.json') {
      if (state.feed !== undefined) return state.feed(response, request)
      if (newest === undefined) return response.writeHead(404).end()
      return response.end(newest)
    }
    if (state.file !== undefined) return state.file(response, request)
    return sendFile(files.get(path), request, response)
  })
  const url = `${server.url}/releases`
  const key = publicKeyHex(privateKey)
  const state: ReleaseServer = {
    url,
    keys: [key],
    env: { COLDPRESS_RELEASES: url, COLDPRESS_RELEASE_KEY: key },
    publish: (version, given, { notes = '- News.', signedBy = privateKey } = {}) => {
      for (const { name, content } of given)
        files.set(`/releases/download/v${version}/${name}`, content)
      const release: UnsignedRelease = {
        version,
        publishedAt: '2026-11-24T10:00:00.000Z',
        notes,
        files: given.map(({ content, ...file }) => ({
          ...file,
          bytes: content.byteLength,
          sha512: createHash('sha512').update(content).digest('hex'),
        })),
      }
      newest = signRelease(release, [signedBy])
    },
    feed: undefined,
    file: undefined,
    asked: [],
    close: () => server.close(),
  }
  return state
}

/** As a web server does, whole or from a byte on. */
const sendFile = (
  content: Uint8Array | undefined,
  { headers: { range } }: IncomingMessage,
  response: ServerResponse,
): void => {
  if (content === undefined) {
    response.writeHead(404).end()
    return
  }
  const start = Number(/^bytes=(\d+)-$/u.exec(range ?? '')?.[1] ?? 0)
  const { byteLength } = content
  if (start > 0)
    response.writeHead(206, { 'content-range': `bytes ${start}-${byteLength - 1}/${byteLength}` })
  response.end(content.subarray(start))
}
