import { describe, expect, it } from 'vitest'
import { exportEvents } from '#app/events/received/export-events.ts'
import { importEvents } from '#app/events/received/import-events.ts'
import { eventJson, openEvents } from '../event-of.ts'

const origin = { accountId: 'local', via: 'file' } as const

const filled = async (...raws: readonly string[]) => {
  const { events } = openEvents()
  await importEvents(events, `[${raws.join(',')}]`, origin)
  return events
}

const textOf = (pieces: Iterable<{ readonly text: string }>): string =>
  [...pieces].map(({ text }) => text).join('')

describe('the export of events', () => {
  it('writes as NDJSON what can be read in again as the same events', async () => {
    const spread = '{\r\n  "id": "e0",\n  "amount": 1.50\n}'
    const raws = Array.from({ length: 1200 }, (_, index) => eventJson({ id: `e${index + 1}` }))
    const pieces = [...exportEvents(await filled(spread, ...raws), {}, 'ndjson')]
    expect(pieces.map(({ events }) => events)).toEqual([500, 500, 201])
    const text = textOf(pieces)
    expect(text.split('\n')).toHaveLength(1202)
    expect(text).toContain('"amount": 1.50')
    const { events } = openEvents()
    expect(await importEvents(events, text, origin)).toEqual({ added: 1201, known: 0, bad: [] })
  })

  it('writes a table that says what happened, newest first, and only what fits', async () => {
    const events = await filled(
      eventJson({ id: 'e1', minute: 1 }),
      eventJson({
        id: 'e2',
        minute: 2,
        status: 'UNRESOLVED_OVERPAID',
        more: {
          data: { status: 'UNRESOLVED_OVERPAID', error: [{ name: 'OverpaidError', message: {} }] },
        },
      }),
      eventJson({ id: 'e3', minute: 3, network: 'mainnet' }),
    )
    const lines = textOf(exportEvents(events, { network: 'testnet' }, 'csv')).split('\r\n')
    expect(lines[0]).toMatch(/^time,kind,sale,collection,network,tokens,transactions,error,/u)
    expect(lines[1]).toMatch(
      /^2026-11-21T10:02:00.000Z,UNRESOLVED_OVERPAID,,,testnet,,,OverpaidError,e2,local,file,/u,
    )
    expect(lines[2]).toContain(',MINTING,sale-1,collection-1,testnet,Specimen01,ab12cd34,,e1,')
    expect(lines.slice(3)).toEqual([''])
  })

  it('keeps what a sender wrote from being a formula, a second cell or a second line', async () => {
    const token = (name: string) => ({ asset_name: name, tx_id: '', image: '' })
    const data = { status: '=1+1', tokens: [token('A,"B"\n'), token('-2')], sale_id: '@here' }
    const text = textOf(
      exportEvents(await filled(eventJson({ id: '+e', more: { data } })), {}, 'csv'),
    )
    expect(text.split('\r\n')[1]).toMatch(/,'=1\+1,'@here,,testnet,"A,""B""\n; -2",,,'\+e,/u)
  })

  it('leaves out what comes while it is written', async () => {
    const events = await filled(eventJson({ id: 'e1', minute: 1 }))
    const pieces = exportEvents(events, {}, 'ndjson')
    const first = pieces.next()
    await importEvents(events, eventJson({ id: 'e2', minute: 2 }), origin)
    expect(first.value).toMatchObject({ events: 1 })
    expect([...pieces]).toEqual([])
  })
})
