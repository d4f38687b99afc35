import type { ColdpressError } from '#values/errors/errors.ts'

/** An answer of any client, as far as a redirect shows. */
export type Asked<A> = {
  readonly answer: A
  readonly status: number
  readonly location: string | null | undefined
  /** Ends the reading of a body that nobody reads. */
  readonly drop: () => unknown
}

export type RedirectOptions<A> = {
  /** Redirects in a row. */
  readonly most: number
  /** Sends to an address, the first one and each of a redirect. @throws for one that is not allowed */
  readonly ask: (address: URL) => Promise<Asked<A>>
  /** The error of a redirect that leads nowhere. */
  readonly refused: (what: string) => ColdpressError
}

/** Sends a GET and follows its redirects. @returns the first answer that is none */
export const followRedirects = async <A>(
  start: URL,
  { most, ask, refused }: RedirectOptions<A>,
): Promise<A> => {
  let address = start
  for (let redirects = 0; redirects <= most; redirects += 1) {
    const { answer, status, location, drop } = await ask(address)
    if (status < 300 || status > 399 || location === null || location === undefined) return answer
    await drop()
    const next = URL.parse(location, address.href)
    if (next === null) throw refused('to an address that is none')
    address = next
  }
  throw refused(`more than ${most} times`)
}
