import { Link } from '#crud/Link.tsx';
import { buttonClasses } from '#ui/Button.tsx';
import { Scene } from '#ui/feedback/Scene.tsx';

/** Why the home is empty, and what changes it. */
export const RoleWithoutWork = ({ role, email }: { role: string; email: string }) => (
  <section
    aria-label="Your role"
    className="flex flex-col items-center gap-3 rounded-card border bg-surface px-4 py-8 text-center shadow-card"
  >
    <Scene name="board" small />
    <h2 className="text-lg font-semibold">Your account has no tasks yet</h2>
    <p className="max-w-prose text-ink-soft [overflow-wrap:anywhere]">
      {`Your role, ${role}, shows no orders, stock or people. Ask an administrator for another role and give them your email, ${email}. Then sign in again.`}
    </p>
    <Link to="/profile" className={buttonClasses('plain')}>
      See what you may do
    </Link>
  </section>
);
