import { keyNames } from '../../components/keyNames.ts';
import type { KeyGroup } from '../../components/KeysHelp.vue';
import { en } from '../../strings/en.ts';

/** All keys there are. */
export const keyGroups: readonly KeyGroup[] = [
  {
    name: en.keys.everywhere,
    lines: [
      { keys: [keyNames.mod, 'K'], does: en.keys.find },
      { keys: [keyNames.alt, 'N'], does: en.keys.newChat },
      { keys: ['?'], does: en.keys.help },
      { keys: [keyNames.esc], does: en.keys.close },
    ],
  },
  {
    name: en.keys.writing,
    lines: [
      { keys: [keyNames.enter], does: en.keys.send },
      { keys: [keyNames.shift, keyNames.enter], does: en.keys.newLine },
      { keys: [keyNames.up], does: en.keys.last },
    ],
  },
  { name: en.keys.inTheList, lines: [{ keys: [keyNames.up, keyNames.down], does: en.keys.upDown }] },
];
