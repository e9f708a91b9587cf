// What runs first in the page: the look before the first paint, the drawing of a plan that is opened by its address, and then the program.
import './ui/theme/theme.css';
import { beginPlan } from './features/plans/opening/begin-plan.ts';
import { startAppearance } from './ui/theme/appearance.ts';

startAppearance();
void beginPlan(location).then(() => import('./app/start.tsx'));
