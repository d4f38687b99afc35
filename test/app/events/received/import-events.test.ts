import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importEvents } from '#app/events/received/import-events.ts'
import { eventJson, openEvents } from '../event-of.ts'

const origin = { accountId: 'local', via: 'file' } as const

const imported = async (text: string) => {
  const { events } = openEvents()
  const result = await importEvents(events, text, origin)
  return { result, raws: events.page({ limit: 5000 }).map(({ raw }) => raw), events }
}

describe('the import of events', () => {
  it('takes an array, one event a line, or one event, each as the text that it is', async () => {
    const spread = '{\n  "id": "e1",\n  "amount": 1.50\n}'
    expect(await imported(spread)).toMatchObject({ result: { added: 1 }, raws: [spread] })
    expect((await imported(` [ ${spread} , {"id":"e2"}]\n`)).raws).toEqual(['{"id":"e2"}', spread])
    expect((await imported('\u{feff}{"id":"e1"}\r\n\n{"id":"e2"}')).raws).toEqual([
      '{"id":"e2"}',
      '{"id":"e1"}',
    ])
    expect((await imported('')).result).toEqual({ added: 0, known: 0, bad: [] })
    expect((await imported('[]')).result).toEqual({ added: 0, known: 0, bad: [] })
  })

  it('names bad lines by their number and keeps the good ones', async () => {
    const lines = ['{"id":"e1"}', '', 'no JSON', '{"id":"e2"}', '[1]', '{"id":"e3"}']
    const { result, raws } = await imported(lines.join('\n'))
    expect(result).toEqual({
      added: 3,
      known: 0,
      bad: [
        { number: 3, error: 'not valid JSON, or cut off' },
        { number: 5, error: 'not a JSON object' },
      ],
    })
    expect(raws).toHaveLength(3)
  })

  it('names bad elements by their place, and keeps those of an array that was cut off', async () => {
    expect((await imported('[{"id":"e1"},{"x":1},7,{"id":"e2"}]')).result).toMatchObject({
      added: 2,
      bad: [{ number: 2 }, { number: 3 }],
    })
    expect((await imported('[{"id":"e1"},{"id":"e2"},{"id":"e')).result).toMatchObject({
      added: 2,
      bad: [{ number: 3, error: 'not valid JSON, or cut off' }],
    })
    expect((await imported('[{"id":"e1"}] and more')).result).toMatchObject({
      added: 1,
      bad: [{ number: 2 }],
    })
  })

  it('splits an array where JSON does, whatever the texts in it hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 8 }),
        fc.boolean(),
        async (values, wide) => {
          const given = values.map((value, index) => ({ id: `e${index}`, '[{",\\': value }))
          const { raws } = await imported(JSON.stringify(given, null, wide ? 2 : 0))
          expect(raws.map((raw): unknown => JSON.parse(raw)).toReversed()).toEqual(
            given.map((one): unknown => JSON.parse(JSON.stringify(one))),
          )
        },
      ),
    )
  })

  it('the import of events adds nothing twice', async () => {
    const text = Array.from({ length: 1200 }, (_, index) => eventJson({ id: `e${index}` })).join(
      '\n',
    )
    const { result, events } = await imported(text)
    expect(result).toEqual({ added: 1200, known: 0, bad: [] })
    expect(await importEvents(events, text, origin)).toEqual({ added: 0, known: 1200, bad: [] })
  })
})
