import { describe, expect, it, onTestFinished } from 'vitest'
import { createEventLog, logSchema } from '#app/events/log.ts'
import { Database } from '#platform/db/database.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { createErrorLogger } from '#main/services/error-logging.ts'
import { openServices } from './open-services.ts'

const openNotes = async () => {
  const { app } = await openServices({ hasVault: false })
  const db = new Database(':memory:', [logSchema])
  onTestFinished(() => db.close())
  const events = createEventLog({ db })
  let time = 0
  const note = createErrorLogger({ app, log: (entry) => events.append(entry), now: () => time })
  const lines = () =>
    events
      .page({ before: null, limit: 100, kinds: null, levels: null, search: '' })
      .entries.toReversed()
      .map(({ kind, message }) => `${kind}: ${message}`)
  const details = () =>
    events
      .page({ before: null, limit: 100, kinds: null, levels: null, search: '' })
      .entries.map((entry) => entry.details)
  return { note, lines, details, wait: (ms: number) => (time += ms) }
}

const error = (code: 'unreachable' | 'timeout' | 'not_found') => new ColdpressError(code, 'No.')
const local = { accountId: 'local' }

describe('the failures of calls', () => {
  it('are noted once for each account, code and minute', async () => {
    const { note, lines, wait } = await openNotes()
    note('collections.list', local, error('unreachable'))
    note('tokens.page', local, error('unreachable'))
    note('tokens.page', local, error('timeout'))
    note('tokens.page', { accountId: 'gone' }, error('timeout'))
    wait(60_000)
    note('tokens.page', local, error('unreachable'))
    expect(lines()).toEqual([
      'connection: Local studio: No.',
      'connection: Local studio: No.',
      'connection: No.',
      'connection: Local studio: No.',
    ])
  })

  it('name the place to pin at', async () => {
    const { note, lines } = await openNotes()
    note('pins.test', { name: 'kubo' }, error('unreachable'))
    note('policies.generate', { name: 'Herbarium' }, error('timeout'))
    expect(lines()).toEqual(['connection: kubo: No.', 'connection: No.'])
  })

  it('have the own words of the service in their details', async () => {
    const { note, details } = await openNotes()
    const said = { operation: 'add', status: 500, reason: 'no space left on device' }
    note(
      'pins.test',
      { name: 'kubo' },
      new ColdpressError('service_error', 'No.', { details: said }),
    )
    expect(details()).toEqual([expect.objectContaining({ reason: 'no space left on device' })])
  })

  it('are not noted when they are an answer, or no failure that we know', async () => {
    const { note, lines } = await openNotes()
    note('collections.get', local, error('not_found'))
    note('collections.get', local, new Error('planted secret'))
    expect(lines()).toEqual([])
  })
})
