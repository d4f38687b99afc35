import { basename } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { removeTemporaries } from '#platform/disk/temporary-file.ts'
import type { ImageCard, ImageJob, ImageMaking, ImageRule } from './image-job.ts'
import type { ImageErrorInfo, ImageReply } from './messages.ts'

export type ImageOrder =
  | ({ readonly kind: 'process' } & ImageJob)
  | {
      readonly kind: 'check'
      readonly source: string
      readonly making?: ImageMaking | undefined
    }
  | { readonly kind: 'inspect' | 'read-codes'; readonly source: string }
  | ({ readonly kind: 'card' } & ImageCard)

export type WorkAnswer = Extract<
  ImageReply,
  { kind: 'processed' | 'checked' | 'inspected' | 'codes' | 'drawn' }
>

/** One file and its progress through the image process, over several instances if necessary. */
export class ImageWork {
  readonly id: number
  readonly order: ImageOrder
  readonly answer: Promise<WorkAnswer>
  /** Like `answer`, but never rejects. */
  readonly settled: Promise<unknown>
  readonly #result = Promise.withResolvers<WorkAnswer>()
  /** True after a cancellation; the reply may still arrive. */
  cancelled = false
  /** True while the process is being ended because of this file's timeout. */
  hung = false
  clock: NodeJS.Timeout | undefined
  #deaths = 0

  constructor(id: number, order: ImageOrder) {
    this.id = id
    this.order = order
    this.answer = this.#result.promise
    this.settled = this.answer.catch(() => undefined)
  }

  static cancellation(order: ImageOrder): ColdpressError {
    return new ColdpressError('cancelled', `${basename(order.source)} was cancelled.`)
  }

  /** Settles with the reply of the process. */
  async settle(reply: WorkAnswer | Extract<ImageReply, { kind: 'failed' }>): Promise<void> {
    if (this.cancelled) await this.cancel()
    else if (reply.kind === 'failed') this.fail(errorOf(reply.error))
    else this.#result.resolve(reply)
  }

  fail(error: ColdpressError): void {
    this.#result.reject(error)
  }

  async cancel(): Promise<void> {
    await this.giveUp(ImageWork.cancellation(this.order))
  }

  /** Fails once there is no target any more. */
  async giveUp(error: ColdpressError): Promise<void> {
    await this.#removeMade()
    this.fail(error)
  }

  /**
   * Counts a death of the process. Alone in flight, a file is the cause of the second death, and of
   * a timeout at the first.
   */
  isToBlame(alone: boolean): boolean {
    this.#deaths += 1
    if (alone && (this.hung || this.#deaths >= 2)) return true
    this.hung = false
    return false
  }

  async blame(reason: string, waitedMs: number): Promise<void> {
    const name = basename(this.order.source)
    await this.#removeMade()
    this.fail(
      this.hung
        ? imageError(
            'image_timeout',
            `${name} gave no result within ${waitedMs / 1000} seconds. Export a smaller or simpler version.`,
          )
        : imageError(
            'image_crashed',
            `${name} brought the image library down twice. Open it in an image editor and export it again.`,
            { reason },
          ),
    )
  }

  async #removeMade(): Promise<void> {
    const { order } = this
    const making =
      order.kind === 'process' ? order : order.kind === 'check' ? order.making : undefined
    const card = order.kind === 'card' ? order.target : undefined
    await removeTemporaries([making?.target, making?.thumbnail, card])
  }
}

const imageError = (
  rule: ImageRule,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): ColdpressError => new ColdpressError('invalid', message, { details: { ...details, rule } })

const errorOf = ({ code, rule, message }: ImageErrorInfo): ColdpressError =>
  new ColdpressError(code, message, rule === undefined ? {} : { details: { rule } })
