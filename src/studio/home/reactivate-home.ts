import { unmarkMoved } from '#platform/disk/moved.ts'
import { skipAddresses } from './skip-addresses.ts'

/**
 * Lets a data folder be used here again that was exported. The copy may have been used elsewhere, so the
 * addresses that it may have given to buyers are left out first.
 * @throws ColdpressError of the studios' databases; the data folder stays marked then
 */
export const reactivateHome = (home: string): void => {
  skipAddresses(home)
  unmarkMoved(home)
}
