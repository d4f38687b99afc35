import { Option } from 'commander'
import { networks } from '#values/networks/networks.ts'

export const networkOption = (text: string): Option =>
  new Option('--network <network>', text).choices(networks)
