import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import type { ReceivedEvent } from '#app/events/received/event-schema.ts'
import { addGlobalOptions, type CommandAnswer, command, runProgram } from '#cli/program.ts'
import { eventLine } from '#cli/commands/events/event-answers.ts'
import { issuesText } from '#cli/commands/import/import-answers.ts'
import { saleAnswer } from '#cli/commands/sale/sale-answers.ts'
import { detailTable, table } from '#cli/terminal/table.ts'
import { Terminal } from '#cli/terminal/terminal.ts'
import { sampleSale } from '../app/api/samples.ts'
import { captureOutput } from '../support/captured-output.ts'
import { renderText } from '#cli/terminal/layout.ts'

/** Forges a line of its own, turns the rest around, hides text and moves the cursor. */
const hostile = 'Fern\nstate   confirmed\u{202e}\u{2028}\u{200b}\u{1b}[2J\r'
const shown = String.raw`Fern\nstate   confirmed\u{202e}\u{2028}\u{200b}\u{1b}[2J\r`

const event: ReceivedEvent = {
  id: 1,
  arrival: 1,
  at: '2026-11-23',
  receivedAt: '2026-11-23',
  accountId: 'a1',
  via: 'webhook',
  eventId: 'e1',
  unread: false,
  kind: 'COMPLETED',
  collectionId: null,
  saleId: null,
  network: null,
  raw: '{}',
}

describe('a hostile name in the terminal', () => {
  const output = captureOutput()

  it('cannot forge a row of a table or a fact', () => {
    expect(
      renderText(table([hostile], { name: (name) => name, state: () => 'open' })).split('\n'),
    ).toHaveLength(2)
    expect(renderText(detailTable([['name', hostile]]))).toBe(`name  ${shown}`)
  })

  it('cannot forge a line of a sale, an issue or an event', () => {
    const tokens = sampleSale.tokens.map((token) => ({ ...token, name: hostile }))
    const answer = saleAnswer({ ...sampleSale, tokens }, { network: 'devnet', isLocal: true })
    const text = renderText(answer.text)
    expect(text).toContain(shown)
    expect(text).not.toMatch(/^state {3}confirmed/mu)
    const issue = issuesText([
      { rule: 'file_not_found', severity: 'error', row: 2, column: 'image', message: hostile },
    ])
    expect(issue).toContain(shown)
    expect(eventLine({ ...event, kind: hostile })).toBe(`2026-11-23  ${shown}`)
  })

  it('cannot leave the line of a message or of the progress', () => {
    const terminal = new Terminal({ quiet: false, signal: new AbortController().signal })
    terminal.info(hostile)
    terminal.warn(hostile)
    expect(output.stderr).toBe(`${shown}\n${shown}\n`)
    output.stderr = ''
    terminal.draw(hostile)
    expect(output.stderr).not.toContain('\n')
    expect(output.stderr).not.toContain('\u{202e}')
  })

  const run = async (
    action: () => Promise<CommandAnswer>,
    ...args: readonly string[]
  ): Promise<void> => {
    const program = addGlobalOptions(new Command('coldpress'))
    command(program, 'show', 'shows', 'show', (built) => built, action)
    await runProgram(program, ['show', ...args])
  }

  it('cannot turn an answer around, as text or as JSON', async () => {
    const answer = async (): Promise<CommandAnswer> => ({ json: { name: hostile }, text: hostile })
    await run(answer)
    expect(output.stdout).not.toMatch(/[\p{Cf}\u{2028}]/u)
    output.stdout = ''
    await run(answer, '--json')
    expect(output.stdout).not.toMatch(/[\p{Cf}\u{2028}]/u)
    expect(JSON.parse(output.stdout)).toEqual({ name: hostile })
  })

  it('cannot forge a line below an error message', async () => {
    await run(async () => {
      throw new ColdpressError('invalid', `The service answered: ${hostile}`)
    })
    expect(output.stderr).toBe(`coldpress: The service answered: ${shown}\n`)
  })
})
