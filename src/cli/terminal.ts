import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ColdpressError } from '../shared/errors.ts'
import { Secret } from '../core/secret/secret.ts'
import { printable } from './table.ts'

/**
 * The person at the other end. Results go to standard output, everything else to standard error,
 * so that a pipe carries results only (cli.md, "Everywhere").
 */
export class Terminal {
  readonly #quiet: boolean
  readonly #signal: AbortSignal

  constructor(options: { readonly quiet: boolean; readonly signal: AbortSignal }) {
    this.#quiet = options.quiet
    this.#signal = options.signal
  }

  get canAsk(): boolean {
    return process.stdin.isTTY && process.stderr.isTTY
  }

  get canDraw(): boolean {
    return process.stderr.isTTY && !this.#quiet
  }

  /** A message on the way; nothing under `--quiet`. */
  say(message: string): void {
    if (!this.#quiet) process.stderr.write(`${printable(message)}\n`)
  }

  /** What a person must read even under `--quiet`. */
  warn(message: string): void {
    process.stderr.write(`${printable(message)}\n`)
  }

  /** Overwrites one line; callers check {@link canDraw}. */
  draw(line: string): void {
    process.stderr.write(`\r\u{1b}[2K${line}`)
  }

  /** Asks for a line and reads it without showing it. */
  async askSecret(question: string): Promise<Secret> {
    if (!this.canAsk)
      throw new ColdpressError(
        'usage',
        'There is no terminal to ask on. Give the answer as an option or a file.',
      )
    try {
      return Secret.ofText(await this.#hiddenLine(question))
    } finally {
      process.stderr.write('\n')
    }
  }

  /** Ctrl-C and Ctrl-D (the end of the input) both mean that no answer will come. */
  async #hiddenLine(question: string): Promise<string> {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
    // only now, for the reader has just turned the echo off
    process.stderr.write(question)
    const noAnswer = new Promise<never>((_resolve, reject) => {
      const refuse = (): void => {
        reject(new ColdpressError('cancelled', 'Cancelled at the prompt; nothing was changed.'))
      }
      for (const event of ['SIGINT', 'close'] as const) reader.once(event, refuse)
      this.#signal.addEventListener('abort', refuse)
    })
    try {
      return await Promise.race([reader.question(''), noAnswer])
    } finally {
      noAnswer.catch(() => undefined)
      reader.close()
    }
  }
}
