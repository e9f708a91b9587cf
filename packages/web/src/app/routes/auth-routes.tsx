// Public routes: sign-in and the pages leading to it.
import { createRoute, redirect } from '@tanstack/react-router';
import { FaultScreen } from '../faults/fault-screen.tsx';
import { FAULT_PAGE } from '../faults/uncaught.ts';
import { SessionGate } from '../session-gate.tsx';
import { account, open, root } from './root-routes.tsx';
import { showing } from './screen.tsx';
import {
  ActivateScreen,
  ChooseProviderScreen,
  EndMailsScreen,
  ForgotScreen,
  HomeScreen,
  MailboxScreen,
  MyWorkScreen,
  OperatorScreen,
  PrintedPlanScreen,
  RegisterScreen,
  SharedReportScreen,
  Shell,
  SignOnReturnScreen,
} from './screens.ts';

/** The sign-in page; for signed-in users, My work. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/home/{-$mode}/{-$token}',
  component: showing([HomeScreen, Shell, MyWorkScreen], () => (
    <HomeScreen>
      <SessionGate>
        <MyWorkScreen />
      </SessionGate>
    </HomeScreen>
  )),
});
const registerRoute = createRoute({
  getParentRoute: () => account,
  path: '/register',
  component: () => <RegisterScreen />,
});
const activateRoute = createRoute({
  getParentRoute: () => account,
  path: '/activate/$type/$token',
  component: () => {
    const { type, token } = activateRoute.useParams();
    return <ActivateScreen key={token} type={type} token={token} />;
  },
});
const forgotRoute = createRoute({
  getParentRoute: () => account,
  path: '/forgotPassword',
  component: () => <ForgotScreen />,
});
const chooseProvider = createRoute({
  getParentRoute: () => account,
  path: '/idpSelection',
  component: ChooseProviderScreen,
});
const signOnReturn = createRoute({ getParentRoute: () => open, path: '/samlLogin', component: SignOnReturnScreen });
const mailboxRoute = createRoute({ getParentRoute: () => open, path: '/mailbox', component: MailboxScreen });
const operatorRoute = createRoute({ getParentRoute: () => open, path: '/operator', component: OperatorScreen });
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: () => {
    throw redirect({ to: '/home/{-$mode}/{-$token}', params: {} });
  },
});

const faultPage = createRoute({
  getParentRoute: () => root,
  path: FAULT_PAGE,
  component: () => <FaultScreen from={(faultPage.useSearch() as Record<string, unknown>).from} />,
});
const endMails = createRoute({
  getParentRoute: () => open,
  path: '/endMails/$token',
  component: () => <EndMailsScreen token={endMails.useParams().token} />,
});

const sharedReport = createRoute({
  getParentRoute: () => open,
  path: '/shared/$token',
  component: () => {
    const { token } = sharedReport.useParams();
    return <SharedReportScreen key={token} token={token} />;
  },
});

const printedPlan = createRoute({
  getParentRoute: () => open,
  path: '/print/$code',
  component: () => {
    const { code } = printedPlan.useParams();
    return <PrintedPlanScreen key={code} code={code} />;
  },
});

export const doorRoutes = [home, login, faultPage] as const;
export const accountRoutes = [registerRoute, activateRoute, forgotRoute, chooseProvider] as const;
export const openRoutes = [signOnReturn, mailboxRoute, operatorRoute, endMails, sharedReport, printedPlan] as const;
