import { listen } from './page-elements.ts';
import { switchTheme } from './theme.ts';

// All that runs in a page without a picture.

listen('theme', 'click', switchTheme);
