import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

/** The floor of planning a table: nothing but the CSV library over the file, which is to have so many rows. */
const [path = '', rows = ''] = process.argv.slice(2)
const records: readonly unknown[] = parse(readFileSync(path))
if (records.length - 1 !== Number(rows)) throw new Error(`${records.length} records were parsed`)
