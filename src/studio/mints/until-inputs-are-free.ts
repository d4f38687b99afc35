import { isColdpressError } from '#values/errors/errors.ts'

/** Attempts to build: another mint may reserve the same inputs while this one is built. */
const longestRace = 5

/** Builds again with other inputs where another mint was faster. */
export const untilInputsAreFree = async <T>(build: () => Promise<T>): Promise<T> => {
  for (let race = 1; ; race += 1) {
    try {
      return await build()
    } catch (error) {
      if (race === longestRace || !isInputConflict(error)) throw error
    }
  }
}

const isInputConflict = (error: unknown): boolean =>
  isColdpressError(error, 'conflict') && error.details['ref'] !== undefined
