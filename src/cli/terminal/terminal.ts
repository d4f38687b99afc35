import { ReadStream } from 'node:tty'
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { systemCode } from '#platform/disk/disk-error.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { numberText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import { Secret } from '#platform/secret/secret.ts'
import { cutEnd, displayWidth } from './display-width.ts'
import { renderText, screenOf } from './layout.ts'
import { showInPager } from './pager.ts'
import type { Text } from './table.ts'

/**
 * The person at the other end. Results go to standard output, everything else to standard error,
 * so that a pipe carries results only.
 */
export class Terminal {
  readonly #quiet: boolean
  readonly #signal: AbortSignal
  #isDrawn = false

  constructor(options: { readonly quiet: boolean; readonly signal: AbortSignal }) {
    this.#quiet = options.quiet
    this.#signal = options.signal
  }

  get canPrompt(): boolean {
    return process.stdin.isTTY && process.stderr.isTTY
  }

  get canDraw(): boolean {
    return process.stderr.isTTY && !this.#quiet
  }

  /** A result, or a part of it that is known before the others. */
  print(...text: readonly Text[]): void {
    this.#clearDrawn()
    if (text.flat().length > 0)
      process.stdout.write(`${renderText(text, screenOf(process.stdout))}\n`)
  }

  /** A message on the way, as {@link warn}; nothing under `--quiet`. */
  info(...text: readonly Text[]): void {
    if (!this.#quiet) this.warn(...text)
  }

  /**
   * What a person must read even under `--quiet`. A string is one paragraph: what it quotes cannot begin
   * a line of its own.
   */
  warn(...text: readonly Text[]): void {
    this.#clearDrawn()
    const shown = text.map((part) => (typeof part === 'string' ? printable(part) : part))
    if (text.length > 0) process.stderr.write(`${renderText(shown, screenOf(process.stderr))}\n`)
  }

  /**
   * Overwrites one line. What the terminal is too narrow for is left out from the end, part by part;
   * callers check {@link canDraw}.
   */
  draw(...parts: readonly string[]): void {
    const width = process.stderr.columns - 1
    const [first = '', ...others] = parts.filter((part) => part !== '').map(printable)
    let line = cutEnd(first, width)
    for (const part of others) {
      const longer = `${line} · ${part}`
      if (displayWidth(longer) > width) break
      line = longer
    }
    process.stderr.write(`\r\u{1b}[2K${line}`)
    this.#isDrawn = line !== ''
  }

  /** Shows what is being done until it is done, on a terminal. */
  async showWhile<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (!this.canDraw) return work()
    this.draw(what)
    try {
      return await work()
    } finally {
      this.draw('')
    }
  }

  /**
   * Shows all of a text before a question. Where it is longer than the terminal, its summary comes
   * first, and stays there while all of it is in a pager.
   */
  async review(summary: Text, all: Text): Promise<void> {
    const text = renderText(all, screenOf(process.stderr))
    const count = text.split('\n').length
    if (count < process.stderr.rows || !this.canPrompt) return this.warn(all, '')
    this.warn(
      summary,
      '',
      `All of it follows, in ${numberText(count)} lines. In a pager, q goes on to the question.`,
    )
    if (!(await showInPager(text, this.#signal)) && !this.#signal.aborted) this.warn(all, '')
  }

  #clearDrawn(): void {
    if (this.#isDrawn) this.draw('')
  }

  /**
   * Asks for a line and reads it without showing it.
   * @param option gives the answer where there is no terminal
   */
  async promptSecret(question: string, option?: string): Promise<Secret> {
    this.requireTerminal(option)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    try {
      return Secret.ofText(
        await this.#line(nowhere, (reader) => {
          // only now, for the reader has just turned the echo off
          process.stderr.write(this.#prompt(question))
          return reader.question('')
        }),
      )
    } finally {
      process.stderr.write('\n')
    }
  }

  /** Asks for a line that may be seen. */
  async promptLine(question: string, option?: string): Promise<string> {
    this.requireTerminal(option)
    try {
      return await this.#line(process.stderr, (reader) => reader.question(this.#prompt(question)))
    } catch (error) {
      // the cursor is still behind the question
      process.stderr.write('\n')
      throw error
    }
  }

  /** A question, with the space before its answer. */
  #prompt(question: string): string {
    this.#clearDrawn()
    const space = / *$/u.exec(question)?.[0] ?? ''
    return renderText(question.trimEnd(), screenOf(process.stderr)) + space
  }

  /**
   * Shows a secret until Enter is pressed, on the terminal's other screen, which keeps no history;
   * never in a pipe.
   */
  async showUntilEnter(secret: Secret, lines: (text: string) => string): Promise<void> {
    this.requireTerminal()
    process.stderr.write(`\u{1b}[?1049h\u{1b}[H${lines(secret.text())}`)
    try {
      await this.promptLine('\n\nPress Enter when it is written down. ')
    } finally {
      process.stderr.write('\u{1b}[2J\u{1b}[?1049l')
    }
  }

  /** @throws ColdpressError `usage` where nobody can be asked */
  requireTerminal(option?: string): void {
    if (this.canPrompt) return
    throw new ColdpressError(
      'usage',
      `There is no terminal to ask on. ${option === undefined ? 'Run this in a terminal.' : `Give the answer with ${option}, or run this in a terminal.`}`,
    )
  }

  /** Ctrl-C, Ctrl-D (the end of the input) and a terminal that is closed mean that no answer will come. */
  async #line(echo: Writable, prompt: (reader: Interface) => Promise<string>): Promise<string> {
    ignoreHangup(process.stdin)
    const reader = createInterface({ input: process.stdin, output: echo, terminal: true })
    let onHangup: () => void = () => undefined
    let isHungUp = false
    const hangUp = (): void => {
      isHungUp = true
      onHangup()
    }
    const noAnswer = new Promise<never>((_resolve, reject) => {
      const refuse = (): void => {
        reject(new ColdpressError('declined', 'Cancelled at the prompt; nothing was changed.'))
      }
      for (const event of ['SIGINT', 'close'] as const) reader.once(event, refuse)
      if (this.#signal.aborted) refuse()
      this.#signal.addEventListener('abort', refuse)
      onHangup = refuse
    })
    process.on('SIGHUP', hangUp)
    // What is read from a closed terminal is an error.
    process.stdin.on('error', hangUp)
    try {
      return await Promise.race([prompt(reader), noAnswer])
    } finally {
      noAnswer.catch(() => undefined)
      reader.close()
      // After a hangup it stays: a second one would end the process while it takes back what it had built.
      if (!isHungUp) {
        process.off('SIGHUP', hangUp)
        process.stdin.off('error', hangUp)
      }
    }
  }
}

/** readline restores the mode of a terminal as it ends; at one that is closed that throws out of an event. */
const ignoreHangup = (input: NodeJS.ReadStream): void => {
  if (!(input instanceof ReadStream) || Object.hasOwn(input, 'setRawMode')) return
  const setRawMode = input.setRawMode.bind(input)
  input.setRawMode = (mode) => {
    try {
      return setRawMode(mode)
    } catch (error) {
      if (systemCode(error) !== 'EIO') throw error
      return input
    }
  }
}
