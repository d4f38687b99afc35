import { ColdpressError } from '#values/errors/errors.ts'

/** Fails when the state stays the same for too long. */
export const createStallCheck = (stallMs: number, goal: string): ((state: string) => void) => {
  let last = { state: '', at: performance.now() }
  return (state) => {
    const at = performance.now()
    if (state !== last.state) last = { state, at }
    else if (at - last.at > stallMs)
      throw new ColdpressError(
        'timeout',
        `nothing has happened for ${Math.round(stallMs / 1000)} s; it should become ${goal}`,
      )
  }
}
