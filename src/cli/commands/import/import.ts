import type { Command } from 'commander'
import { countText } from '#values/text/format.ts'
import { statusJson, importStatusText, summaryAnswer } from './import-answers.ts'
import { followImport } from './import-follow.ts'
import { addMapping } from './import-mapping.ts'
import { addRun } from './import-run.ts'
import { command, group } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { cutColumn, numberColumn, table } from '#cli/terminal/table.ts'
import { CollectionOption } from '#cli/options/collection-option.ts'
import { acceptLocalImages } from '#cli/options/accept-options.ts'

export const addImportCommands = (program: Command): void => {
  const imports = group(program, 'import', 'import a folder of images into a collection')
  addRun(imports)
  addStatus(imports)
  addResume(imports)
  addCancel(imports)
  addMapping(imports)
}

const addStatus = (imports: Command): void =>
  command<{ readonly collection?: string }>(
    imports,
    'status [job]',
    'show the progress of an import (default: of all)',
    'import status',
    (status) =>
      status.addOption(new CollectionOption('only imports into this collection (default: all)')),
    async (session, { collection }, job) => {
      const app = await session.app()
      if (job !== undefined) {
        const one = app.imports.status(job)
        return { json: statusJson(one), text: importStatusText(one) }
      }
      const all = app.imports
        .list()
        .filter(({ job: { collection_id: into } }) => (collection ?? into) === into)
      return {
        json: all.map(statusJson),
        text: table(
          all,
          {
            job: ({ job: { id } }) => id,
            state: ({ state }) => state,
            added: numberColumn(({ added, total }) => `${added}/${total}`),
            failed: numberColumn(({ failed }) => `${failed}`),
            left: numberColumn(({ left }) => `${left}`),
            folder: cutColumn(({ job: { folder } }) => folder),
          },
          `No imports yet. To start one: ${hint('import FOLDER --collection ID')}`,
        ),
      }
    },
  )

const addResume = (imports: Command): void =>
  command<{ readonly acceptLocalImages?: boolean }>(
    imports,
    'resume [job]',
    'continue an import (default: the newest unfinished one)',
    'import resume',
    (resume) => resume.option(...acceptLocalImages),
    async (session, options, job) => {
      const summary = await followImport(session, (follower) =>
        session.withVault((app) =>
          app.imports.resume(job, {
            ...follower,
            acceptsLocalImages: options.acceptLocalImages,
          }),
        ),
      )
      const { collection_id } = (await session.app()).imports.status(summary.job).job
      return summaryAnswer(summary, collection_id)
    },
  )

const addCancel = (imports: Command): void =>
  command(
    imports,
    'cancel [job]',
    'end an import; uploaded tokens stay (default: the newest unfinished one)',
    'import cancel',
    (cancel) => cancel,
    async (session, _options, job) => {
      const cancelled = await (await session.app()).imports.cancel(job)
      return {
        json: statusJson(cancelled),
        text: [
          `Cancelled. ${countText(cancelled.added, 'token')} in the collection stay there.`,
          importStatusText(cancelled),
        ],
      }
    },
  )
