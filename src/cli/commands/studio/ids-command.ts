import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { appDatabase } from '#app/home/app-database.ts'
import { appSchemas } from '#app/home/home-schemas.ts'
import { openKnown } from '#platform/db/open-database.ts'
import { studioIds } from '#studio/home/studio-databases.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import type { IdKind } from './id-kinds.ts'

/** Nothing else reaches the completion of a shell, which expands what it is given. */
const plainId = /^[\da-z]{1,64}$/u

/** Reads the databases alone: a shell that completes starts no studio and makes no data folder. */
export const idsCommand = async (session: Session, kind: IdKind): Promise<CommandAnswer> => {
  const { path } = session.home
  const ids = (kind === 'policy' ? policyIds(path) : studioIds(path, kind)).filter((id) =>
    plainId.test(id),
  )
  return { json: ids, text: ids }
}

const policyRow = z.object({ policy_id: shortText })

const policyIds = (home: string): readonly string[] => {
  const database = openKnown(appDatabase(home), appSchemas)
  try {
    return (database?.all(policyRow, 'SELECT policy_id FROM policies') ?? []).map(
      ({ policy_id: id }) => id,
    )
  } finally {
    database?.close()
  }
}
