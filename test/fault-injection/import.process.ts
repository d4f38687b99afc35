/**
 * One run of an import in a process of its own, to be killed at any moment.
 * Arguments: home, folder, base URL of the studio, collection ID. Says `ready` once loaded, ends
 * with 0 when the job is done.
 */
import { openImporter, requestFor } from '../app/imports/harness.ts'

const [home = '', folder = '', baseUrl = '', collectionId = ''] = process.argv.slice(2)
const importer = await openImporter(home, baseUrl)
console.log('ready')
const summary = await importer.imports.start(requestFor(folder, collectionId))
await importer.close()
process.exitCode = summary.state === 'done' ? 0 : 4
