import { ColdpressError } from '#values/errors/errors.ts'
import { hostNameError } from '#values/addresses/host-name.ts'

/** @throws ColdpressError `invalid` for a host that is neither a possible name nor an address */
export const requireHostName = ({ hostname }: Pick<URL, 'hostname'>): void => {
  const error = hostNameError(hostname)
  if (error !== undefined)
    throw new ColdpressError('invalid', `The address cannot be reached: ${error}.`)
}
