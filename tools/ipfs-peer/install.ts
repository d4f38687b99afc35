import { installBeside } from '../install-beside.ts'

/** The IPFS test node, beside this file. No install scripts run: js-ipfs is old and needs none. */
const options = ['--omit=optional', '--omit=peer']
if (!installBeside(import.meta.dirname, 'The IPFS test node', options)) process.exit(1)
