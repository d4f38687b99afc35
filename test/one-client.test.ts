import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The one that may, and scripts that run in a buyer's browser. */
const exempt = /^src\/(?:platform\/http\/outgoing\/|studio\/pages\/(?:live|wallet)-script\.ts)/u
/** A call of `fetch` that is no function of another name. */
const fetches = /(?:^|[^.\w])fetch\(/u
const clients = /^(?:undici|(?:node:)?(?:https|tls|http2))$/u
/** What the module of servers has beside them. */
const plainClient = /^(?:get|request|Agent|ClientRequest|globalAgent|default|\*)$/u

type Imported = { readonly module: string; readonly names: readonly string[] }

const importForms = [
  // import a, { b as c, type D } from 'module', and the same exported
  /^(?:im|ex)port (?!type )(?<names>[^'"]*?) from '(?<module>[^']+)'/gmu,
  // import 'module'; await import('module'); require('module'): all of it
  /\b(?:import|require) ?\(? ?'(?<module>[^']+)'/gu,
]

/** What a source takes of other modules, without types. */
const importsOf = (source: string): readonly Imported[] =>
  importForms
    .flatMap((form) => [...source.matchAll(form)])
    .map(({ groups: { module = '', names = '*' } = {} }) => ({ module, names: namesIn(names) }))
    .filter(({ names }) => names.length > 0)

const namesIn = (clause: string): readonly string[] => {
  const listed = /\{(?<listed>[^}]*)\}/u.exec(clause)?.groups?.['listed'] ?? ''
  const whole = clause.replace(/\{[^}]*\}/u, '')
  return [...listed.split(','), ...(/\w|\*/u.test(whole) ? ['*'] : [])]
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.replace(/ as .*$/u, ''))
}

const isClient = ({ module, names }: Imported): boolean =>
  clients.test(module) ||
  (/^(?:node:)?http$/u.test(module) && names.some((name) => plainClient.test(name)))

const sendsItself = (source: string): boolean =>
  importsOf(source).some(isClient) ||
  source
    .split('\n')
    .filter((line) => !/^\s*(?:\*|\/\/)/u.test(line))
    .some((line) => fetches.test(line))

it('Nothing sends past the client that checks host names, redirects and proxies', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !exempt.test(path))
  const found = files.filter((path) => sendsItself(readFileSync(join(root, path), 'utf8')))
  // a parameter or local function called `fetch`, which sends nothing itself
  expect(found.toSorted()).toEqual([
    'src/app/adoptions/keep-content.ts',
    'src/media/pinning/image-fetches.ts',
  ])
})

it.each([
  "import { request } from 'undici'",
  "import { type Agent, request } from 'undici'",
  "import * as library from 'undici'",
  "import library from 'undici'",
  "export { request } from 'undici'",
  "const { request } = await import('undici')",
  "import { request } from 'node:http'",
  "import { createServer, request as ask } from 'node:http'",
  "import {\n  createServer,\n  get,\n} from 'node:http'",
  "import http from 'node:http'",
  "import * as http from 'http'",
  "const http = require('node:http')",
  "import https from 'node:https'",
  "import { connect } from 'node:tls'",
  "  const answer = await fetch('https://example.com/')",
])('A client is seen in %s', (source) => {
  expect(sendsItself(source)).toBe(true)
})

it.each([
  "import type { Agent } from 'undici'",
  "import { type Agent } from 'undici'",
  "import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http'",
  "import { request } from './request.ts'\nimport { createServer } from 'node:http'",
  '  // await fetch(url)',
  'await client.fetch(url)',
])('No client is seen in %s', (source) => {
  expect(sendsItself(source)).toBe(false)
})
