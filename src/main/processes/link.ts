import { z } from 'zod'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Call } from '#contract/window/call.ts'
import { stackOf } from '#platform/crash/stack.ts'
import { envelope, errorOf, errorInfoOf, message, type Message, wipe } from './messages.ts'
import { Pending } from './pending.ts'
import type { Port } from './port.ts'

/** Calls by name, with their input and output. */
export type Contract<C> = Readonly<Record<keyof C, Call>>

/** A contract with each schema's own type, which `C[N]` alone loses. */
type Schemas<C extends Contract<C>> = {
  readonly [N in keyof C]: { readonly input: C[N]['input']; readonly output: C[N]['output'] }
}

/** One function per call of a contract. It must copy any secret that it keeps beyond its end. */
export type HandlersOf<C extends Contract<C>> = {
  readonly [N in keyof C]: (
    input: z.output<C[N]['input']>,
  ) => Promise<z.input<C[N]['output']>> | z.input<C[N]['output']>
}

export type LinkOptions<S extends Contract<S>, A extends Contract<A>> = {
  readonly port: Pick<Port, 'post' | 'onMessage'>
  /** Calls that this side handles. */
  readonly serves: Schemas<S>
  readonly handlers: HandlersOf<S>
  /** Calls that this side may make. */
  readonly requests: Schemas<A>
  /** The other side's name in messages for people. */
  readonly peer: string
  /** Called before each answer: messages sent here arrive before the answer. */
  readonly beforeAnswer?: () => void
  /** A call timed out, and no other message arrived meanwhile. */
  readonly onSilence?: () => void
  /** Receives message errors, never message contents. */
  readonly log: (line: string) => void
}

export type Link<A extends Contract<A>> = {
  /** @throws ColdpressError as the other side threw it; `timeout`; what {@link Link.end} was given */
  readonly call: <N extends keyof A & string>(
    name: N,
    input: z.input<A[N]['input']>,
    timeoutMs?: number,
  ) => Promise<z.output<A[N]['output']>>
  /** Resolves when all calls of this side are answered. */
  readonly idle: () => Promise<void>
  /** Closes the link: all present and future calls fail with this error. */
  readonly end: (because: ColdpressError) => void
}

/** Longer than any healthy call: the lock between processes alone may take 30 s. */
const callTimeoutMs = 120_000

/**
 * One end of the link between two processes. Every message is validated by a schema. All bytes in a
 * message count as secrets and are wiped: by the sender after posting, by the handler after its
 * work, and when the message is rejected.
 */
export const openLink = <S extends Contract<S>, A extends Contract<A>>(
  options: LinkOptions<S, A>,
): Link<A> => {
  const { port, requests, peer, log } = options
  const pending = new Pending(peer, options.onSilence)

  const post = (parsed: Message): void => {
    try {
      port.post(parsed)
    } finally {
      wipe(parsed)
    }
  }

  const answer = (reply: Message): void => {
    options.beforeAnswer?.()
    try {
      post(reply)
    } catch (error) {
      log(`an answer to the ${peer} could not be sent: ${stackOf(error)}`)
    }
  }

  const serve = async (id: number, name: string, input: unknown): Promise<void> => {
    let reply: Message
    try {
      reply = { kind: 'answer', id, value: await handle(options, name, input) }
    } catch (error) {
      if (!(error instanceof ColdpressError)) log(`${name} failed: ${stackOf(error)}`)
      reply = { kind: 'error', id, error: errorInfoOf(error) }
    }
    wipe(input)
    answer(reply)
  }

  const refuse = (raw: unknown): void => {
    wipe(raw)
    log(`a message of the ${peer} was refused: it makes no sense`)
    const parsed = envelope.safeParse(raw)
    if (!parsed.success) return
    const { kind, id } = parsed.data
    if (kind === 'call') answer({ kind: 'error', id, error: errorInfoOf(invalidMessage(peer)) })
    else pending.fail(id, invalidMessage(peer))
  }

  port.onMessage((raw) => {
    pending.noteMessage()
    const read = message.safeParse(raw)
    if (!read.success) {
      refuse(raw)
      return
    }
    const parsed = read.data
    if (parsed.kind === 'call') void serve(parsed.id, parsed.name, parsed.input)
    else if (parsed.kind === 'error') pending.fail(parsed.id, errorOf(parsed.error))
    else if (!pending.answer(parsed.id, parsed.value)) wipe(parsed.value)
  })

  return {
    call: async (name, input, timeoutMs = callTimeoutMs) => {
      const value = await pending.wait(timeoutMs, (id) => post({ kind: 'call', id, name, input }))
      const read = z.safeParse(requests[name].output, value)
      if (read.success) return read.data
      wipe(value)
      log(`the answer of the ${peer} to ${name} was refused: it makes no sense`)
      throw invalidMessage(peer)
    },
    idle: () => pending.idle(),
    end: (because) => pending.end(because),
  }
}

type Served<S extends Contract<S>> = Pick<
  LinkOptions<S, object>,
  'serves' | 'handlers' | 'peer' | 'log'
>

/** @throws ColdpressError `internal` for a call that is not in the contract or does not match it */
const handle = async <S extends Contract<S>>(
  { serves, handlers, peer, log }: Served<S>,
  name: string,
  input: unknown,
): Promise<unknown> => {
  const isServed = (text: string): text is keyof S & string => Object.hasOwn(serves, text)
  if (isServed(name)) {
    const read = z.safeParse(serves[name].input, input)
    if (read.success) {
      try {
        return await handlers[name](read.data)
      } finally {
        wipe(read.data)
      }
    }
  }
  log(`a call of the ${peer} was refused: it makes no sense`)
  throw invalidMessage(peer)
}

const invalidMessage = (peer: string): ColdpressError =>
  new ColdpressError(
    'internal',
    `A message between Coldpress and its ${peer} made no sense, so nothing was done. Restart Coldpress.`,
  )
