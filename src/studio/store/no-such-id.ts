import { ColdpressError } from '#values/errors/errors.ts'

/** The form of an id. What a stranger puts into a path may be anything, and is not repeated. */
const idForm = /^[\w-]{1,64}$/u

/** @param noun what has the id, such as `sale` */
export const noSuchId = (noun: string, id: string): ColdpressError =>
  new ColdpressError(
    'not_found',
    `there is no ${noun} of this id${idForm.test(id) ? `: ${id}` : ''}`,
  )
