import { platformErrors } from '#values/errors/platform-errors.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'
import { dateText } from '#values/text/format.ts'
import { type ErrorDetails, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Services } from '../services/services.ts'
import type { ErrorPageContent } from './error-page.ts'

/** The services as the shell sees them: opening, open, or kept from it by an error that may pass. */
export class ServiceHost {
  readonly #open: () => Promise<Services>
  #opening: Promise<Services>
  #services: Services | undefined
  #error: ErrorPageContent | undefined

  /** Begins to open at once. */
  constructor(open: () => Promise<Services>) {
    this.#open = open
    this.#opening = this.#launch()
  }

  /** Undefined until they are open. */
  get now(): Services | undefined {
    return this.#services
  }

  /** Why they could not be opened, when last tried. */
  get error(): ErrorPageContent | undefined {
    return this.#error
  }

  /** Waits for them. Rejects with what went wrong. */
  readonly get = (): Promise<Services> => this.#opening

  /** Whether they opened; tries once more when they had not. */
  async again(): Promise<boolean> {
    if (this.#error !== undefined) this.#opening = this.#launch()
    return this.isOpen()
  }

  /** Closes them and opens them again. */
  async reopen(): Promise<boolean> {
    await this.close()
    this.#services = undefined
    this.#opening = this.#launch()
    return this.isOpen()
  }

  isOpen(): Promise<boolean> {
    return this.#opening.then(
      () => true,
      () => false,
    )
  }

  async close(): Promise<void> {
    if (await this.isOpen()) await this.#services?.close()
  }

  #launch(): Promise<Services> {
    this.#error = undefined
    const opening = this.#open().then(
      (services) => (this.#services = services),
      (error: unknown) => {
        this.#error = errorPageOf(error)
        throw error
      },
    )
    // the waiting call reports it, or else the error page
    opening.catch(() => undefined)
    return opening
  }
}

const isMoved = (error: unknown): boolean => isErrorBy(error, platformErrors, 'moved')

const reasonIn = ({ reason }: ErrorDetails): string | undefined =>
  typeof reason === 'string' ? reason : undefined

const errorPageOf = (error: unknown): ErrorPageContent => ({
  title: isMoved(error)
    ? 'This data folder moved to another computer'
    : 'Coldpress cannot open its data',
  isMoved: isMoved(error),
  lines: [
    messageOf(error),
    ...(isColdpressError(error) ? [] : ['This is an error inside Coldpress or of this computer.']),
    `Last tried at ${dateText(new Date(), 'time')}.`,
  ],
  details: isColdpressError(error) ? reasonIn(error.details) : undefined,
})
