import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ColdpressError } from '../shared/errors.ts'
import { Secret } from '../core/secret/secret.ts'

/**
 * The person at the other end. Results go to standard output, everything else to standard error,
 * so that a pipe carries results only (cli.md, "Everywhere").
 */
export class Terminal {
  readonly #quiet: boolean

  constructor(options: { readonly quiet: boolean }) {
    this.#quiet = options.quiet
  }

  get canAsk(): boolean {
    return process.stdin.isTTY && process.stderr.isTTY
  }

  get canDraw(): boolean {
    return process.stderr.isTTY && !this.#quiet
  }

  /** A message on the way; nothing under `--quiet`. */
  say(message: string): void {
    if (!this.#quiet) process.stderr.write(`${message}\n`)
  }

  /** What a person must read even under `--quiet`. */
  warn(message: string): void {
    process.stderr.write(`${message}\n`)
  }

  /** Overwrites one line; callers check {@link canDraw}. */
  draw(line: string): void {
    process.stderr.write(`\r\u{1b}[2K${line}`)
  }

  async ask(question: string): Promise<string> {
    return this.#question(question, process.stderr)
  }

  /** Reads a line without showing it. */
  async askSecret(question: string): Promise<Secret> {
    process.stderr.write(question)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const answer = await this.#question('', nowhere)
    process.stderr.write('\n')
    return Secret.ofText(answer)
  }

  async #question(question: string, output: Writable): Promise<string> {
    if (!this.canAsk)
      throw new ColdpressError(
        'usage',
        'There is no terminal to ask on. Give the answer as an option or a file.',
      )
    const reader = createInterface({ input: process.stdin, output, terminal: true })
    const cancelled = new Promise<never>((_resolve, reject) => {
      reader.once('SIGINT', () =>
        reject(new ColdpressError('cancelled', 'Cancelled at the prompt; nothing was changed.')),
      )
    })
    try {
      return await Promise.race([reader.question(question), cancelled])
    } finally {
      reader.close()
    }
  }
}
