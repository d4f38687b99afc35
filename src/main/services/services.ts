import { ColdpressError } from '../../shared/errors.ts'
import type { Services, ServicesDeps } from './services-deps.ts'

export type { Services, ServicesDeps } from './services-deps.ts'

/** Everything that the window can ask for, put together: a handler for each call of the contract. */
export const createServices = (_deps: ServicesDeps): Promise<Services> =>
  Promise.reject(new ColdpressError('not_implemented', 'The services are not put together yet.'))
