import { messageOf } from '#values/errors/errors.ts'
import { isHomeUsed } from '#app/home/app-database.ts'
import type { OwnershipSource } from '#app/signing/local-ownership.ts'
import type { Session } from '#cli/session.ts'

/**
 * Which keys and addresses belong to the vault of this home; undefined where there is none: to look at
 * a transaction needs no vault and makes no home, and a damaged one only leaves its keys unknown.
 */
export const localOwnership = async (session: Session): Promise<OwnershipSource | undefined> => {
  try {
    if (!isHomeUsed(session.home.path)) return undefined
    const { ownership } = await session.core()
    return ownership
  } catch (error) {
    session.terminal.warn(
      `This computer's vault cannot be asked which addresses are yours: ${messageOf(error)}`,
    )
    return undefined
  }
}
